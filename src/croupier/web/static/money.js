// Sums as the page's currency has them. How one is written is in data-money: `€#.##`, with a # for each decimal.
const written = document.querySelector("[data-money]")?.dataset.money ?? "$#.##";
const [, before, decimals, after] = /^(.*?)#\.(#*)(.*)$/s.exec(written);

/** Cents as people read them; no decimals where there are no odd cents. */
export function shown(amount) {
  const whole = Math.floor(amount / 100).toLocaleString("en-US");
  const odd = amount % 100 ? `.${String(amount % 100).padStart(2, "0").padEnd(decimals.length, "0")}` : "";
  return `${before}${whole}${odd}${after}`;
}

/** Cents from what somebody typed, with or without a sign, or nothing where that is no amount. */
export function cents(typed) {
  const bare = typed.trim().replace("$", "").replace(before.trim(), "").replace(after.trim(), "").trim();
  const match = /^(\d{1,12})(?:[.,](\d{1,2})0*)?$/.exec(bare.replace(/(\d),(?=\d{3}(\D|$))/g, "$1"));
  return match ? Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0")) : null;
}
