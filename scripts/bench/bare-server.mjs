// The bare limit: node:http with one fixed buffer. Prints its port.
import { createServer } from 'node:http'

const body = Buffer.from(process.argv[2] === '-' ? await readAll() : '{}')
async function readAll() {
  const chunks = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  return Buffer.concat(chunks)
}
const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': body.length }
const server = createServer((_, response) => {
  response.writeHead(200, headers)
  response.end(body)
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
process.on('SIGTERM', () => process.exit(0))
