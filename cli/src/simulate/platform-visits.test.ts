import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { STANDARD_ADAPTER } from '@backlot/contract/adapters/platform-adapter'
import { LIMITS } from '@backlot/contract/limits'
import { expect, it } from 'vitest'
import { PlatformVisits, type Visitor } from './platform-visits.ts'

async function openPlatform(answer: (response: ServerResponse, path: string) => void) {
  let asked = 0
  const server = createServer((request, response) => {
    asked += 1
    answer(response, request.url ?? '')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const visits = new PlatformVisits({
    platform: new URL(`http://127.0.0.1:${port}`),
    adapter: STANDARD_ADAPTER,
    trust: {},
    cookies: (header) => header,
  })
  return { visits, asked: () => asked, [Symbol.dispose]: () => void server.close() }
}

const PAGE = { cookie: 'session=one' }
// The tree is read by the headers alone.
const VISITOR = { key: 'one', headers: PAGE, user: {} } as unknown as Visitor

it.each([502, 429])('a platform that answers with HTTP %i says nothing of a session', async (status) => {
  using platform = await openPlatform((response) => response.writeHead(status).end('<html>'))
  await expect(platform.visits.visitor(PAGE)).rejects.toThrow(`with HTTP ${status}`)
})

it('whoever the platform refuses is nobody', async () => {
  using platform = await openPlatform((response) => response.writeHead(401).end('{"code":401,"msg":"no"}'))
  expect(await platform.visits.visitor(PAGE)).toBeUndefined()
})

it('a tree that is refused is no empty tree', async () => {
  using platform = await openPlatform((response) => response.end('{"code":403,"msg":"no"}'))
  await expect(platform.visits.tree(VISITOR)).rejects.toThrow('does not tell its device tree')
})

it('a platform that answers every page with the whole tree is asked no more than twice in a language', async () => {
  const list = Array.from({ length: LIMITS.treeChildPageSize }, (_, i) => ({
    ...{ _id: `g_${i + 1}`, id: i + 1, parentId: 0, name: `Group ${i}`, nodeType: 1 },
  }))
  using platform = await openPlatform((response) =>
    response.end(JSON.stringify({ code: 0, msg: '', data: { list } })),
  )
  const { nodes } = await platform.visits.tree(VISITOR)
  expect(nodes).toHaveLength(list.length)
  expect(platform.asked()).toBe(4)
})
