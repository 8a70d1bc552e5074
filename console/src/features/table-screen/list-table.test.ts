import type { QueryOut } from '@backlot/contract/call'
import type { listUserLog } from '@backlot/contract/logs/calls'
import { listMediaServers } from '@backlot/contract/media-config/calls'
import { listRoles } from '@backlot/contract/users/calls'
import { expect, it } from 'vitest'
import { requestFiltered } from '../../platform/request-filtered.ts'
import type { TableFilter } from './filter-types.ts'
import { limited, listTable } from './list-table.ts'

const shown = { name: 'roles', title: 'Roles', columns: [], rowKey: () => '' }

const text = { kind: 'text', label: '', placeholder: '' } as const
const choice = { kind: 'choice', label: '' } as const
const ofRoles = (filter: TableFilter<QueryOut<typeof listRoles>>) => filter
const ofLog = (filter: TableFilter<QueryOut<typeof listUserLog>>) => filter

it('takes filters that the query of the call has, with values of their types', () => {
  const type = ofRoles({ ...choice, key: 'type', options: [{ value: 1, label: '' }] })
  expect(listTable(listRoles, { ...shown, filters: [type] }).filters).toEqual([type])
  // @ts-expect-error: the call has no such key
  ofRoles({ ...text, key: 'named' })
  // @ts-expect-error: its values are numbers
  ofRoles({ ...text, key: 'type' })
  const words = [{ value: 'open', label: '' }]
  // @ts-expect-error: its values are numbers
  ofRoles({ ...choice, key: 'type', options: words })
  // @ts-expect-error: it is done or refused
  ofLog({ ...choice, key: 'result', options: words })
  // @ts-expect-error: roles have no span of time
  ofRoles({ kind: 'time', key: 'time', label: '', quick: ['24h'] })
})

it("a text to search by is as long as the call's query takes it", () => {
  const [name] = limited(listRoles, [{ kind: 'text', key: 'name', label: '', placeholder: '' }])
  expect(name).toMatchObject({ key: 'name', maxLength: 64 })
})

it('asks for no more rows of a file at once than the call answers', () => {
  const file = { ...shown, export: { fileName: 'Servers' } }
  expect(listTable(listMediaServers, file).export).toMatchObject({ pageSize: 100 })
})

it('what the URL says that does not fit the query is refused', async () => {
  const { signal } = new AbortController()
  await expect(requestFiltered(listRoles, { type: 'none' }, signal)).rejects.toMatchObject({ code: 400 })
  await expect(requestFiltered(listRoles, { sort: 'colour' }, signal)).rejects.toMatchObject({ code: 400 })
})
