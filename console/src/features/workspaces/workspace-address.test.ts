import { expect, it } from 'vitest'
import { contentOf, isSameContent, workspaceAddress, workspaceIn } from './workspace-address.ts'

const search = (text: string) => new URLSearchParams(text)

it('an address that opens a workspace has its content and names it', () => {
  const query = { text: 'a&b=c 门', windows: 'EX.1*EX.2' }
  const address = workspaceAddress({ id: 7, path: '/realTime', query })
  const [path, parameters] = address.split('?')
  expect(workspaceIn(search(parameters!))).toBe(7)
  expect(contentOf(path!, search(parameters!))).toEqual({ path: '/realTime', query })
})

it('the page of a list and empty parameters are no content', () => {
  expect(contentOf('/a', search('page=3&size=20&text=')).query).toEqual({ size: '20' })
})

it('contents are the same in any order, and differ by screen, value and number of parameters', () => {
  const one = contentOf('/a', search('x=1&y=2'))
  expect(isSameContent(one, contentOf('/a', search('y=2&x=1&workspace=4')))).toBe(true)
  for (const [path, text] of [
    ['/b', 'x=1&y=2'],
    ['/a', 'x=1'],
    ['/a', 'x=1&y=3'],
    ['/a', 'x=1&y=2&z=3'],
  ] as const)
    expect(isSameContent(one, contentOf(path, search(text))), `${path} ${text}`).toBe(false)
})

it('what is no number names no workspace', () => {
  for (const text of ['', 'workspace=', 'workspace=x', 'workspace=-1', 'workspace=1e9'])
    expect(workspaceIn(search(text)), text).toBeUndefined()
})
