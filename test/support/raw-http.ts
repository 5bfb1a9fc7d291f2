import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request written as it is, with whatever in its headers. @returns what is answered */
export async function rawRequest(
  url: string,
  method: string,
  path: string,
  headers: Readonly<Record<string, string | readonly string[]>>,
  version = '1.1',
): Promise<{ readonly status: number; readonly text: string }> {
  const { host } = new URL(url);
  const all: Readonly<Record<string, string | readonly string[]>> = {
    ...(version === '1.1' && { host }),
    ...(method === 'POST' && { 'content-length': '0' }),
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, values]) =>
    [values].flat().map((value) => `${name}: ${value}\r\n`),
  );
  const request = `${method} ${path} HTTP/${version}\r\n${lines.join('')}connection: close\r\n\r\n`;
  const answer = await sendBytes(url, request);
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]), text: answer };
}

/** Sends bytes as they are. @returns all that comes back until the service closes the connection */
export function sendBytes(url: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(bytes));
  return text(socket);
}
