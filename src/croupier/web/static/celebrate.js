// A big win: chips and sparks for a moment, over everything and in nobody's way; nothing at all with reduced motion.
const still = matchMedia("(prefers-reduced-motion: reduce)");
const COLOURS = ["#f2d06b", "#c1121f", "#1c4fc4", "#0b6b34", "#ffffff"];
let shown = document.querySelector("#now .total.big")?.textContent ?? "";

function celebrate() {
  const sky = document.createElement("div");
  sky.className = "sky";
  sky.setAttribute("aria-hidden", "true");
  document.body.append(sky);
  for (let number = 0; number < 36; number++) {
    const piece = document.createElement("i");
    piece.className = number % 3 ? "spark" : "spark round";
    piece.style.background = COLOURS[number % COLOURS.length];
    sky.append(piece);
    const [x, y] = [(Math.random() - 0.5) * innerWidth * 0.9, innerHeight * (0.25 + Math.random() * 0.55)];
    piece.animate(
      [
        { transform: "translate(0, 0) scale(.4)", opacity: 1 },
        { transform: `translate(${x * 0.8}px, ${-60 - Math.random() * 120}px) scale(1)`, opacity: 1, offset: 0.3 },
        { transform: `translate(${x}px, ${y}px) rotate(${Math.random() * 2}turn)`, opacity: 0 },
      ],
      { duration: 1_100 + Math.random() * 300, easing: "cubic-bezier(.2,.6,.4,1)", fill: "forwards" },
    );
  }
  setTimeout(() => sky.remove(), 1_500);
}

document.addEventListener("croupier:updated", () => {
  const now = document.querySelector("#now .total.big")?.textContent ?? "";
  if (now && !shown && !still.matches && !document.hidden) celebrate();
  shown = now;
});
