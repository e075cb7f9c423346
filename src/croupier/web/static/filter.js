// A list that is searched as one types: `<input data-filters="person">` hides each `[data-filter="person"]` without the words.
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

function sift() {
  const wanted = new Map();
  for (const { dataset, value, type, checked } of document.querySelectorAll("[data-filters]")) {
    wanted.set(dataset.filters, `${wanted.get(dataset.filters) ?? ""} ${type === "checkbox" && !checked ? "" : value}`);
  }
  for (const [filters, value] of wanted) {
    const name = CSS.escape(filters);
    const words = plain(value).split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const one of document.querySelectorAll(`[data-filter="${name}"]`)) {
      const said = plain(one.dataset.words ?? one.textContent);
      one.hidden = !words.every((word) => said.includes(word));
      if (!one.hidden) shown++;
    }
    const none = document.querySelector(`[data-filter-none="${name}"]`);
    if (none) none.hidden = shown > 0;
  }
}

document.addEventListener("input", (event) => { if (event.target.dataset.filters !== undefined) sift(); });
document.addEventListener("croupier:updated", sift);
