// Sums as the page's currency and language have them. How one is written is in data-money: `€#.##`, with a # for each decimal, or
// `#.###,## €`, which says what parts thousands where that is no comma.
const written = document.querySelector("[data-money]")?.dataset.money ?? "$#.##";
const [, before, group = ",", point, decimals, after] = /^([^#]*)#(?:([^#])###)?([^#])(#*)(.*)$/s.exec(written);
const parted = new RegExp(`(\\d)\\${group}(?=\\d{3}(\\D|$))`, "g");

/** Cents as people read them; no decimals where there are no odd cents. */
export function shown(amount) {
  const whole = Math.floor(amount / 100).toLocaleString("en-US").replaceAll(",", group);
  const odd = amount % 100 ? `${point}${String(amount % 100).padStart(2, "0").padEnd(decimals.length, "0")}` : "";
  return `${before}${whole}${odd}${after}`;
}

/** Cents as they are typed. */
export const plain = (amount) => (amount % 100 ? (amount / 100).toFixed(2).replace(".", point) : String(amount / 100));

/** Cents from what somebody typed, with or without a sign, or nothing where that is no amount. */
export function cents(typed) {
  const bare = typed.trim().replace("$", "").replace(before.trim(), "").replace(after.trim(), "").trim();
  const match = /^(\d{1,12})(?:[.,](\d{1,2})0*)?$/.exec(bare.replace(parted, "$1"));
  return match ? Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0")) : null;
}
