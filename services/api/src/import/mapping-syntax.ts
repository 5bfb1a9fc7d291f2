import { MappingError } from './problems.js';

/** A word of a mapping: a key, a column's name or a value. */
export interface Word {
  readonly text: string;
  /** Whether it was in double quotes, so that it is taken literally. */
  readonly isQuoted: boolean;
}

type Token = Word | { readonly symbol: string };

const PART = /(?:"(?:[^"]|"")*"?|[^;"])+/g;
const TOKEN = /\s*(?:([=:+(),])|"((?:[^"]|"")*)"|([^=:+(),"]+))/y;

/** The parts of a mapping, separated by `;` outside of quotes. Empty parts are skipped. */
export function mappingParts(text: string): Part[] {
  const parts = text.match(PART) ?? [];
  return parts.filter((part) => part.trim() !== '').map((part) => new Part(part.trim()));
}

/** One `key=value` of a mapping, read from left to right. */
export class Part {
  private readonly tokens: readonly Token[];
  private position = 0;

  constructor(readonly text: string) {
    this.tokens = tokensOf(text);
  }

  /** The next word. */
  word(what: string): Word {
    const token = this.tokens[this.position];
    if (!token || 'symbol' in token) throw this.error(`must have ${what} ${this.place()}`, this.next());
    this.position++;
    return token;
  }

  /** Words with a symbol between each two. */
  words(what: string, separator: string): Word[] {
    const words = [this.word(what)];
    while (this.take(separator)) words.push(this.word(what));
    return words;
  }

  /** Skips the symbol if it comes next. */
  take(symbol: string): boolean {
    const token = this.tokens[this.position];
    if (!token || !('symbol' in token) || token.symbol !== symbol) return false;
    this.position++;
    return true;
  }

  expect(symbol: string): void {
    if (!this.take(symbol)) throw this.error(`must have "${symbol}" ${this.place()}`, this.next());
  }

  end(): void {
    if (this.position < this.tokens.length) throw this.error(`must end ${this.place()}`, this.next());
  }

  error(rule: string, value: string): MappingError {
    return new MappingError(this.text, rule, value);
  }

  private place(): string {
    const before = this.tokens[this.position - 1];
    return before ? `after "${spelling(before)}"` : 'first';
  }

  private next(): string {
    const token = this.tokens[this.position];
    return token ? `"${spelling(token)}"` : 'nothing';
  }
}

function spelling(token: Token): string {
  return 'symbol' in token ? token.symbol : token.text;
}

function tokensOf(part: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < part.length) {
    const start = TOKEN.lastIndex;
    const [, symbol, quoted, bare] = TOKEN.exec(part) ?? [];
    if (symbol !== undefined) tokens.push({ symbol });
    else if (quoted !== undefined) tokens.push({ text: quoted.replaceAll('""', '"').normalize(), isQuoted: true });
    else if (bare !== undefined) tokens.push({ text: bare.trim().normalize(), isQuoted: false });
    else throw new MappingError(part, 'must close every double quote', part.slice(start).trim());
  }
  return tokens.filter((token) => 'symbol' in token || token.isQuoted || token.text !== '');
}
