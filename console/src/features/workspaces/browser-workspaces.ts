import type { Workspace } from '@backlot/contract/workspaces/calls'
import { z } from 'zod'
import type { WorkspaceContent } from './workspace-address.ts'

const Stored = z.object({
  list: z.array(
    z.object({
      id: z.number().int(),
      name: z.string(),
      path: z.string(),
      query: z.record(z.string(), z.string()),
    }),
  ),
  /** Id of the one that the console opens with. */
  start: z.number().int().nullable(),
  /** Id of the next one: none is given twice. */
  next: z.number().int(),
})
type Stored = z.infer<typeof Stored>

const NONE: Stored = { list: [], start: null, next: 1 }

const keyOf = (loginName: string) => `workspaces:${loginName}`

type Store = Pick<Storage, 'getItem' | 'setItem'>

/** Workspaces of one user in this browser, for platforms that store none. Writes reject when the browser has no room. */
export function browserWorkspaces(storage: Store, loginName: string) {
  function read(): Stored {
    const text = storage.getItem(keyOf(loginName))
    if (text === null) return NONE
    try {
      return Stored.parse(JSON.parse(text))
    } catch {
      return NONE
    }
  }
  const write = (stored: Stored) => storage.setItem(keyOf(loginName), JSON.stringify(stored))
  return {
    list(): Workspace[] {
      const { list, start } = read()
      const nobodyElses = { ownerName: loginName, roleId: null, roleName: '', mayChange: true }
      return list
        .map((one) => ({ ...one, ...nobodyElses, isStart: one.id === start }))
        .sort((a, b) => a.name.localeCompare(b.name))
    },
    add(workspace: WorkspaceContent & { name: string }): number {
      const stored = read()
      const { name, path, query } = workspace
      const list = [...stored.list, { id: stored.next, name, path, query: { ...query } }]
      write({ ...stored, list, next: stored.next + 1 })
      return stored.next
    },
    update(id: number, change: Partial<WorkspaceContent> & { name?: string }): void {
      const stored = read()
      const { name, path, query } = change
      const changed = {
        ...(name === undefined ? {} : { name }),
        ...(path === undefined ? {} : { path }),
        ...(query === undefined ? {} : { query: { ...query } }),
      }
      write({ ...stored, list: stored.list.map((one) => (one.id === id ? { ...one, ...changed } : one)) })
    },
    remove(id: number): void {
      const stored = read()
      const start = stored.start === id ? null : stored.start
      write({ ...stored, start, list: stored.list.filter((one) => one.id !== id) })
    },
    setStart: (start: number | null): void => write({ ...read(), start }),
  }
}
