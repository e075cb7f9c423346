// The script inside the file of one hand: step by step, by buttons, by the list and by arrow keys. Without it all steps are shown.
(() => {
  const steps = [...document.querySelectorAll("[data-step]")];
  const links = [...document.querySelectorAll("[data-to]")];
  const bar = document.querySelector(".replay-bar");
  const of = bar.querySelector(".of");
  let at = 1;
  const show = (number) => {
    at = Math.min(Math.max(number, 1), steps.length);
    for (const step of steps) step.hidden = Number(step.dataset.step) !== at;
    for (const link of links) {
      if (Number(link.dataset.to) === at) link.setAttribute("aria-current", "step");
      else link.removeAttribute("aria-current");
    }
    for (const button of bar.querySelectorAll("button")) {
      button.disabled = at === (["first", "back"].includes(button.dataset.go) ? 1 : steps.length);
    }
    of.textContent = of.dataset.of.replace("#", at);
    const now = links[at - 1];
    const list = now.closest("ol");
    list.scrollTop = now.offsetTop - list.offsetTop - list.clientHeight / 2;
  };
  const go = (name) => show({ first: 1, back: at - 1, on: at + 1, last: steps.length }[name]);
  document.addEventListener("click", (event) => {
    const target = event.target.closest("[data-go], [data-to], [data-clause]");
    if (!target) return;
    event.preventDefault();
    if (target.dataset.go) return go(target.dataset.go);
    if (target.dataset.to) return show(Number(target.dataset.to));
    document.getElementById("clauses").open = true;
    document.getElementById(`clause-${target.dataset.clause.split(" ")[1]}`)?.scrollIntoView({ block: "center" });
  });
  document.addEventListener("keydown", (event) => {
    const name = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }[event.key];
    if (!name || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    go(name);
  });
  bar.hidden = false;
  show(1);
})();
