/** A scenario as people write it (YAML): which groups, devices, roles and accounts there are. */
import { FleetSpec, GroupKey } from '@backlot/contract/control/fleet-spec'
import { ROUTE_PATHS } from '@backlot/contract/routes'
import { z } from 'zod'

const NameSpec = z.strictObject({ zh: z.string().min(1), en: z.string().min(1) })

export type GroupSpec = {
  key: string
  name: { zh: string; en: string }
  /** Devices go to a group for their district, made below this one. */
  split?: 'district'
  children?: GroupSpec[]
}
const GroupSpec: z.ZodType<GroupSpec> = z.lazy(() =>
  z.strictObject({
    key: GroupKey,
    name: NameSpec,
    split: z.literal('district').optional(),
    children: z.array(GroupSpec).optional(),
  }),
)

const RoleSpec = z.strictObject({
  name: z.string().min(1),
  /** 0 administrator, 1 operator, 2 manager, 3 viewer. */
  type: z.number().int().min(0).max(3),
  /** Paths of the console's routes; `*` is all of them, `/path/*` a route and everything below it. */
  routes: z.array(z.string()),
})

const UserSpec = z.strictObject({
  loginName: z.string().min(3).max(12),
  name: z.string().min(1).max(32),
  password: z.string().min(4).max(32),
  role: z.string(),
  /** Key of the root group of the user's scope; omitted: everything. */
  group: z.string().optional(),
  type: z.number().int().optional(),
  firstProcess: z.number().int().optional(),
  singleLogin: z.boolean().optional(),
  email: z.string().optional(),
  phoneNumber: z.string().optional(),
  creator: z.string().optional(),
  systemFunction: z.number().int().optional(),
  /** Where the user's map opens; left out: the platform's default place. */
  point: z
    .strictObject({
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
      zoom: z.number().min(0).max(22),
    })
    .optional(),
})

export const ScenarioSpec = z.strictObject({
  name: z.string().min(1),
  description: z.string().optional(),
  groups: z.array(GroupSpec).min(1),
  fleets: z.array(FleetSpec),
  roles: z.array(RoleSpec),
  users: z.array(UserSpec),
})
export type ScenarioSpec = z.infer<typeof ScenarioSpec>

/** Permission list of a role: its patterns as paths, in menu order. Throws for a path that no route has. */
export function expandRoutes(patterns: readonly string[]): string[] {
  const found = new Set<string>()
  for (const pattern of patterns) {
    const base = pattern.replace(/\/?\*$/, '')
    const matching = ROUTE_PATHS.filter((path) =>
      pattern.endsWith('*') ? path === base || path.startsWith(`${base}/`) : path === pattern,
    )
    if (matching.length === 0) throw new Error(`Scenario: there is no route ${pattern}`)
    for (const path of matching) found.add(path)
  }
  return ROUTE_PATHS.filter((path) => found.has(path))
}
