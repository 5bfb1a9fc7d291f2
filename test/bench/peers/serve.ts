import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The barest server there is: node:http, no framework. Prints its address when it is ready.
 * @param answer the JSON to send for a POST request's path and body
 */
export function serve(answer: (path: string, body: string) => Promise<string>): void {
  const server = createServer(async (request, response) => {
    try {
      const json = await answer(request.url!, await bodyOf(request));
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) });
      response.end(json);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  server.listen(0, '127.0.0.1', () => {
    console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  request.setEncoding('utf8');
  let body = '';
  for await (const chunk of request) body += chunk;
  return body;
}
