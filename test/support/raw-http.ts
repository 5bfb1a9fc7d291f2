import { connect } from 'node:net';

/** A request written as it is, with whatever in its headers. @returns what is answered */
export async function rawRequest(
  url: string,
  method: string,
  path: string,
  headers: Readonly<Record<string, string | readonly string[]>>,
  version = '1.1',
): Promise<{ readonly status: number; readonly text: string }> {
  const { port, host } = new URL(url);
  const all: Readonly<Record<string, string | readonly string[]>> = {
    ...(version === '1.1' && { host }),
    ...(method === 'POST' && { 'content-length': '0' }),
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, values]) =>
    [values].flat().map((value) => `${name}: ${value}\r\n`),
  );
  const request = `${method} ${path} HTTP/${version}\r\n${lines.join('')}connection: close\r\n\r\n`;
  const text = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(request));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.once('error', reject);
    socket.once('close', () => resolve(Buffer.concat(chunks).toString()));
  });
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), text };
}
