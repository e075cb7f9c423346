// Search over the documentation: the index is loaded when somebody first uses the box, and nothing is sent anywhere.
const box = document.getElementById("search");
const found = document.getElementById("found");
const root = box.dataset.root;
let loading;

// A casino serves these pages under /help: there the menu leads back to it.
if (location.pathname.startsWith("/help/")) {
  const back = document.createElement("a");
  back.href = "/";
  back.textContent = "← Back to the casino";
  document.querySelector("#menu .home").before(back);
}

function load() {
  loading ??= new Promise((done) => {
    const script = document.createElement("script");
    script.src = `${root}search-index.js`;
    script.onload = () => done(window.croupierHelp);
    document.head.append(script);
  });
  return loading;
}

function score(part, words) {
  let sum = 0;
  for (const word of words) {
    const inTitle = part.title.toLowerCase().includes(word) ? 8 : 0;
    const inHeading = part.heading.toLowerCase().includes(word) ? 5 : 0;
    const inText = part.text.includes(word) ? 1 : 0;
    if (!(inTitle + inHeading + inText)) return 0;
    sum += inTitle + inHeading + inText;
  }
  return sum;
}

async function search() {
  const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length || box.value.trim().length < 2) {
    found.replaceChildren();
    return;
  }
  const parts = await load();
  const hits = parts
    .map((part) => [score(part, words), part])
    .filter(([points]) => points)
    .sort((one, other) => other[0] - one[0])
    .slice(0, 12);
  const lines = hits.map(([, part]) => {
    const line = document.createElement("li");
    const link = document.createElement("a");
    link.href = `${root}${part.page}.html${part.id ? `#${part.id}` : ""}`;
    link.textContent = part.heading && part.heading !== part.title ? `${part.title}: ${part.heading}` : part.title;
    line.append(link);
    return line;
  });
  if (!lines.length) {
    const none = document.createElement("li");
    none.textContent = "Nothing found. Try fewer or other words.";
    lines.push(none);
  }
  found.replaceChildren(...lines);
}

box.addEventListener("focus", load, { once: true });
box.addEventListener("input", search);
box.form.addEventListener("submit", (event) => {
  event.preventDefault();
  found.querySelector("a")?.click();
});
