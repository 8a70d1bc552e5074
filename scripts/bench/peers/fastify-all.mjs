// The peer of the uncached list: Fastify over better-sqlite3, 100 rows by all() after a cursor. Rows come on standard input.

import Fastify from 'fastify'
import Database from '../../../simulator/dist/store/sqlite.js'

const chunks = []
for await (const chunk of process.stdin) chunks.push(chunk)
const rows = JSON.parse(Buffer.concat(chunks).toString())
const columns = Object.keys(rows[0])
const plain = (value) =>
  value !== null && typeof value === 'object' ? JSON.stringify(value) : (value ?? null)
const db = new Database(':memory:')
db.exec(`CREATE TABLE alarm (seq INTEGER PRIMARY KEY, ${columns.map((c) => `"${c}"`).join(', ')})`)
const insert = db.prepare(`INSERT INTO alarm VALUES (?, ${columns.map(() => '?').join(', ')})`)
db.transaction(() => {
  for (let i = 0; i < 20_000; i++) insert.run(i + 1, ...columns.map((c) => plain(rows[i % rows.length][c])))
})()
const page = db.prepare('SELECT * FROM alarm WHERE seq > ? ORDER BY seq LIMIT 100')
const app = Fastify()
app.get('/alarm/list', (request) => ({
  code: 0,
  msg: '',
  data: { list: page.all(Number(request.query.after) % 19_000), total: 20_000 },
}))
await app.listen({ port: 0, host: '127.0.0.1' })
console.log(app.server.address().port)
process.on('SIGTERM', () => process.exit(0))
