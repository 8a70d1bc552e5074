import { afterEach, expect, test, vi } from 'vitest'
import { planSaver } from './save-plan.ts'

afterEach(() => vi.unstubAllGlobals())

test("a plan whose channels could not be saved is saved again without its fields, and changes after that are to one's own", async () => {
  const asked: { path: string; body: Record<string, unknown> }[] = []
  let refuses = true
  vi.stubGlobal('location', new URL('http://localhost/'))
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string } = {}) => {
    const path = url.replace(/^.*\/video\/preplan\//, '').replace(/\?.*$/, '')
    asked.push({ path, body: body === undefined ? {} : JSON.parse(body) })
    if (path === 'dev/list') return Response.json({ code: 0, data: { list: [] } })
    if (path === 'update') return Response.json({ code: 0, data: {} })
    return Response.json(refuses ? { code: 30001, msg: 'busy' } : { code: 0, data: { added: 1 } })
  })
  const save = planSaver()
  const plan = { id: 4, version: 2, name: 'Gates' }
  const list = [{ sn: 'C1', chnId: 1 }]
  const updates = () => asked.splice(0).filter(({ path }) => path === 'update')

  await expect(save(plan, list)).rejects.toThrow()
  expect(updates()).toMatchObject([{ body: { id: 4, version: 2 } }])
  await expect(save(plan, list)).rejects.toThrow()
  expect(updates()).toEqual([])
  refuses = false
  await save({ ...plan, name: 'All gates' }, list)
  const [update, ...more] = updates()
  expect(more).toEqual([])
  expect(update?.body).toMatchObject({ name: 'All gates' })
  expect(update?.body).not.toHaveProperty('version')
})
