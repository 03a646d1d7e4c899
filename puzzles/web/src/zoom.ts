// How large the board is on the screen: as it fits, or larger, with the page scrolling it.

import { button, h } from "./dom";
import { texts } from "./texts";

const FACTOR = 1.4;
const MOST = 12;
/** Cells that are smaller than this on the screen are too small for some. */
const SMALL = 30;

export class Zoom {
  private factor = 1;
  readonly buttons = h(
    "div",
    { class: "zoom" },
    button("−", () => this.to(this.factor / FACTOR), { class: "small", title: texts.zoomOut, "aria-label": texts.zoomOut }),
    button("⤢", () => this.to(1), { class: "small", title: texts.zoomFit, "aria-label": texts.zoomFit }),
    button("+", () => this.to(this.factor * FACTOR), { class: "small", title: texts.zoomIn, "aria-label": texts.zoomIn }),
  );

  constructor(private readonly board: HTMLElement) {
    new ResizeObserver(() => this.apply()).observe(board);
    board.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        const box = board.getBoundingClientRect();
        this.to(this.factor * Math.exp(-event.deltaY / 300), [event.clientX - box.x, event.clientY - box.y]);
      },
      { passive: false },
    );
  }

  /** Changes the size; the point of the board that is here on the screen stays there. */
  private to(factor: number, point?: [number, number]): void {
    const { board } = this;
    const [x, y] = point ?? [board.clientWidth / 2, board.clientHeight / 2];
    const before = [(board.scrollLeft + x) / board.scrollWidth, (board.scrollTop + y) / board.scrollHeight];
    this.factor = Math.min(MOST, Math.max(1, factor < 1.05 ? 1 : factor));
    this.apply();
    board.scrollTo((before[0] ?? 0) * board.scrollWidth - x, (before[1] ?? 0) * board.scrollHeight - y);
  }

  private apply(): void {
    const drawn = this.board.querySelector<SVGSVGElement>(":scope > svg");
    if (!drawn) return;
    this.board.classList.toggle("zoomed", this.factor > 1);
    const size = this.factor > 1 ? `${Math.round(100 * this.factor)}%` : "";
    for (const side of ["width", "height"] as const) drawn.style[side] = size;
    const cell = drawn.querySelector('[data-place^="c"]')?.getBoundingClientRect().width ?? SMALL;
    this.buttons.hidden = this.factor === 1 && cell >= SMALL;
  }

  /** Does something that replaces the picture, and shows the same part of it afterwards. */
  keeping(replace: () => void): void {
    const { scrollLeft, scrollTop } = this.board;
    replace();
    this.apply();
    this.board.scrollTo(scrollLeft, scrollTop);
  }
}
