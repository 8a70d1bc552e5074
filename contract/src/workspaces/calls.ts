import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { emptyQuery, get, post } from '../call.ts'
import { nothing } from '../envelope.ts'
import { RecordVersion, SeenVersion } from '../record-version.ts'
import { ROUTE_PATHS } from '../routes.ts'
import { oneLine } from '../texts.ts'
import { WORKSPACES_MAX } from './constants.ts'

/** Parameters of one address; the alarm query has some 20. */
const PARAMETERS_MAX = 64

/** Routes that are no screens. */
const NO_SCREENS: readonly string[] = ['/', '/404', '/login']
const WorkspacePath = z.enum(ROUTE_PATHS.filter((path) => !NO_SCREENS.includes(path)))

/** A screen as a user has set it up, under a name (assumed): the console's address of it. */
export const Workspace = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Route of the screen. */
  path: z.string(),
  /** Parameters of the console's address. */
  query: z.record(z.string(), z.string()),
  /** Login name of the user who saved it. */
  ownerName: z.string(),
  /** Role whose users see it too; null: the owner alone does. */
  roleId: z.number().int().nullable(),
  roleName: z.string(),
  /** Whether the caller may rename, update, share and delete it. */
  mayChange: z.boolean(),
  /** The caller's console opens with it after the sign-in. */
  isStart: z.boolean(),
  version: RecordVersion,
})
export type Workspace = z.infer<typeof Workspace>

/** A role that the caller may share workspaces with. */
const WorkspaceRole = z.object({ roleId: z.number().int(), name: z.string() })
export type WorkspaceRole = z.infer<typeof WorkspaceRole>

const content = {
  name: oneLine(1, 32),
  path: WorkspacePath,
  query: z
    .record(z.string().max(32), oneLine(0, 4000))
    .refine((query) => Object.keys(query).length <= PARAMETERS_MAX, `at most ${PARAMETERS_MAX} parameters`),
}
const sharing = z.number().int().nullable()

export const listWorkspaces = get('/workspace/list', {
  name: 'workspaces.list',
  summary:
    "The caller's workspaces, and those shared with the caller's role, by name; administrators see all shared ones. Shared ones of screens that the caller may not open are left out.",
  origin: 'assumed',
  whenMissing: 'fallback',
  access: ACCESS.signedIn,
  query: emptyQuery,
  data: z.object({ list: z.array(Workspace), roles: z.array(WorkspaceRole) }),
})

export const addWorkspace = post('/workspace/add', {
  name: 'workspaces.add',
  summary: `Saves a workspace; at most ${WORKSPACES_MAX}, each name once. A roleId shares it with a role.`,
  origin: 'assumed',
  whenMissing: 'fallback',
  changes: 'own',
  access: ACCESS.signedIn,
  idempotencyKey: true,
  body: z.object({ ...content, roleId: sharing.default(null) }),
  data: z.object({ id: z.number().int() }),
})

export const updateWorkspace = post('/workspace/update', {
  name: 'workspaces.update',
  summary:
    'Renames a workspace, changes its content, or shares it. For its owner and, if it is shared, administrators. Omitted fields stay unchanged.',
  origin: 'assumed',
  whenMissing: 'fallback',
  changes: 'own',
  access: ACCESS.signedIn,
  body: z
    .object({ ...content, roleId: sharing })
    .partial()
    .extend({ id: z.number().int(), version: SeenVersion }),
  data: nothing,
})

export const deleteWorkspace = post('/workspace/delete', {
  name: 'workspaces.delete',
  summary: 'Removes a workspace. For its owner and, if it is shared, administrators.',
  origin: 'assumed',
  whenMissing: 'fallback',
  changes: 'own',
  access: ACCESS.signedIn,
  body: z.object({ id: z.number().int() }),
  data: nothing,
})

export const setStartWorkspace = post('/workspace/start', {
  name: 'workspaces.setStart',
  summary: "Chooses the workspace that the caller's console opens after the sign-in; null: none.",
  origin: 'assumed',
  whenMissing: 'fallback',
  changes: 'own',
  access: ACCESS.signedIn,
  body: z.object({ id: z.number().int().nullable() }),
  data: nothing,
})

export const WORKSPACE_CALLS = [
  listWorkspaces,
  addWorkspace,
  updateWorkspace,
  deleteWorkspace,
  setStartWorkspace,
]
