import { expect, it } from 'vitest'
import { browserWorkspaces } from './browser-workspaces.ts'

function emptyStorage() {
  const entries = new Map<string, string>()
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
  }
}
const content = { path: '/dispatch', query: { z: '12' } }

it('workspaces of a browser belong to one user, and no id is given twice', () => {
  const storage = emptyStorage()
  const chief = browserWorkspaces(storage, 'chief')
  const first = chief.add({ ...content, name: 'Port' })
  chief.remove(first)
  const second = chief.add({ ...content, name: 'Yard' })
  expect(second).not.toBe(first)
  expect(browserWorkspaces(storage, 'chief').list()).toEqual([
    {
      ...content,
      id: second,
      name: 'Yard',
      ownerName: 'chief',
      roleId: null,
      roleName: '',
      mayChange: true,
      isStart: false,
    },
  ])
  expect(browserWorkspaces(storage, 'guard').list()).toEqual([])
})

it('they are renamed, given another content, and one of them is the start until it is removed', () => {
  const own = browserWorkspaces(emptyStorage(), 'chief')
  const id = own.add({ ...content, name: 'Port' })
  own.update(id, { name: 'Harbour' })
  own.update(id, { query: { z: '9' } })
  own.setStart(id)
  expect(own.list()).toMatchObject([{ name: 'Harbour', path: '/dispatch', query: { z: '9' }, isStart: true }])
  own.remove(id)
  own.add({ ...content, name: 'Yard' })
  expect(own.list()).toMatchObject([{ name: 'Yard', isStart: false }])
})

it('what cannot be read counts as none', () => {
  for (const text of ['', '{', '[]', '{"list":1}']) {
    const storage = { getItem: () => text, setItem: () => undefined }
    expect(browserWorkspaces(storage, 'chief').list(), text).toEqual([])
  }
})
