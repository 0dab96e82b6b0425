// What belongs to a place in the text: the node of the tree around it, and the instructions of both machines.

const [DEPTH, KIND, TEXT, START, END] = Array(5).keys();

/** Nodes that would mark all that is in them. */
const WHOLES = /^(Program|Declaration function|FunctionDeclaration|Class|ClassDeclaration)$/;

/** The tree and the code of a text. */
export class Places {
  /** Takes the answer to `look`. */
  constructor({ tree = [], code = [] }) {
    this.tree = tree;
    this.code = code;
    this.listings = Object.fromEntries(code.map((listing) => [listing.machine, listing]));
  }

  /** The row of the innermost node around a place whose code both machines have; -1 for none, as in the head of a function. */
  nodeAt(place) {
    if (this.tree.length === 0) return -1;
    let row = this.#innermost(place);
    while (row > 0 && !this.#hasCode(row)) row = this.#parent(row);
    return WHOLES.test(this.tree[row][KIND]) ? -1 : row;
  }

  /** The part of the text of a row of the tree. */
  span(row) {
    return [this.tree[row][START], this.tree[row][END]];
  }

  /** The instructions of a machine in a part of the text, as keys `function:pc`. */
  instructions(machine, start, end) {
    const found = [];
    for (const { index, instructions } of this.listings[machine]?.functions ?? []) {
      instructions.forEach(([offset], pc) => {
        if (offset >= start && offset < end) found.push(`${index}:${pc}`);
      });
    }
    return found;
  }

  /** The smallest node around a place; behind its last character only where nothing else begins. */
  #innermost(place) {
    const smallest = (fits) => {
      let [best, size] = [0, Infinity];
      this.tree.forEach((row, at) => {
        if (!fits(row) || row[END] - row[START] > size) return;
        [best, size] = [at, row[END] - row[START]];
      });
      return best;
    };
    return smallest((row) => row[START] <= place && place < row[END]) || smallest((row) => row[END] === place);
  }

  #parent(row) {
    let above = row - 1;
    while (above > 0 && this.tree[above][DEPTH] >= this.tree[row][DEPTH]) above--;
    return above;
  }

  #hasCode(row) {
    const [start, end] = this.span(row);
    return this.code.length > 0 && this.code.every(({ machine }) => this.instructions(machine, start, end).length > 0);
  }
}

/** The words of a row of the tree. */
export const words = (row) => ({ depth: row[DEPTH], kind: row[KIND], text: row[TEXT], start: row[START], end: row[END] });
