import type { Workspace } from '@backlot/contract/workspaces/calls'

/** What a workspace is of: a screen's route and the parameters of its address. */
export type WorkspaceContent = { path: string; query: Readonly<Record<string, string>> }

/** Names the open workspace in an address. */
export const WORKSPACE_PARAMETER = 'workspace'

/** Parameters that are no part of how a screen is set up: the page and the open row of a list, and the workspace itself. */
const LEFT_OUT: ReadonlySet<string> = new Set([WORKSPACE_PARAMETER, 'page', 'row'])

/** The content of an address. */
export function contentOf(path: string, search: URLSearchParams): WorkspaceContent {
  const query = [...search].filter(([name, value]) => value !== '' && !LEFT_OUT.has(name))
  return { path, query: Object.fromEntries(query) }
}

/** The address that opens a workspace: with its id, so that it stays known as the open one. */
export function workspaceAddress({ id, path, query }: Pick<Workspace, 'id' | 'path' | 'query'>): string {
  return `${path}?${new URLSearchParams({ ...query, [WORKSPACE_PARAMETER]: String(id) })}`
}

/** Whether two addresses show the same, in whatever order their parameters are. */
export function isSameContent(a: WorkspaceContent, b: WorkspaceContent): boolean {
  const names = Object.keys(a.query)
  return (
    a.path === b.path &&
    names.length === Object.keys(b.query).length &&
    names.every((name) => a.query[name] === b.query[name])
  )
}

/** The id of the workspace that an address names. */
export function workspaceIn(search: URLSearchParams): number | undefined {
  const text = search.get(WORKSPACE_PARAMETER)
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}
