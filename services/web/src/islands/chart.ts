// Makes charts interactive: pointing, touching and the arrow keys select a point, and the line above the chart shows the table's values
// for it. A slider handles the keys and announces its value, politely, to screen readers.
const SVG = 'http://www.w3.org/2000/svg';

interface Point {
  /** In the units of the drawing. */
  readonly x: number;
  readonly y: number;
  /** The values shown for it. */
  readonly cells: readonly Element[];
}

for (const figure of document.querySelectorAll('figure[data-chart]')) {
  const [svg, readout] = [figure.querySelector('svg')!, figure.querySelector('.readout')!];
  const lines = [...figure.querySelectorAll('path.line')];
  const points = lines.flatMap(chartPoints).sort((one, other) => one.x - other.x);
  if (points.length > 0) listen(svg, readout, points, lines.length > 1);
}

/** The points of a line, by its path and the rows of its table. */
function chartPoints(line: Element, index: number): Point[] {
  const body = line.closest('figure')!.querySelectorAll('tbody')[index]!;
  const name = body.querySelector('th');
  const rows = [...body.rows].filter(({ cells }) => cells.length > 1);
  const corners = line.getAttribute('d')!.slice(1).split('L');
  // A line of steps has one more corner before each point.
  const each = corners.length > rows.length ? 2 : 1;
  return rows.map((row, at) => {
    const [x, y] = corners[at * each]!.split(' ').map((text) => Number.parseFloat(text)) as [number, number];
    return { x, y, cells: name ? [name, ...row.cells] : [...row.cells] };
  });
}

function listen(svg: SVGSVGElement, readout: Element, points: readonly Point[], areSeveral: boolean): void {
  const { width, height } = svg.viewBox.baseVal;
  const [cursor, here] = ['cursor', 'here'].map((name) => {
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('class', name);
    return svg.appendChild(path);
  }) as [SVGPathElement, SVGPathElement];
  const slider = document.createElement('input');
  slider.type = 'range';
  // Time runs from left to right in every language.
  slider.dir = 'ltr';
  slider.max = String(points.length - 1);
  slider.value = slider.max;
  slider.setAttribute('aria-label', svg.getAttribute('aria-label')!);
  const say = (spans: readonly Element[]) =>
    slider.setAttribute('aria-valuetext', spans.map(({ textContent }) => textContent).join(' '));
  say([...readout.children]);
  svg.after(slider);

  const show = (index: number) => {
    const { x, y, cells } = points[index]!;
    cursor.setAttribute('d', `M${x} 0V${height}`);
    here.setAttribute('d', `M${x} ${y}h0`);
    const spans = cells.map((cell) => {
      const span = document.createElement('span');
      span.append(...cell.cloneNode(true).childNodes);
      return span;
    });
    readout.replaceChildren(...spans);
    slider.value = String(index);
    say(spans);
  };

  const point = ({ clientX, clientY }: PointerEvent) => {
    const box = svg.getBoundingClientRect();
    // The nearest in time; among several lines, the nearest there.
    const distance = ({ x, y }: Point) =>
      Math.abs((x / width) * box.width + box.left - clientX) +
      (areSeveral ? Math.abs((y / height) * box.height + box.top - clientY) : 0);
    const distances = points.map(distance);
    show(distances.indexOf(Math.min(...distances)));
  };

  slider.addEventListener('input', () => show(Number(slider.value)));
  svg.addEventListener('pointermove', point);
  svg.addEventListener('pointerdown', point);
}

export {};
