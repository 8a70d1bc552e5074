import { queryBuilder } from '../../store/query-builder.ts'
import type { Store } from '../../store/store.ts'
import type { StretchedPassword } from './account.ts'
import { digestOf, type PasswordDigest, stretchPassword } from './password.ts'
import { users } from './tables.ts'

/** An account of a scenario. Its password is plain text: scenarios are no secret. */
export type SeedUser = {
  loginName: string
  name: string
  /** Name of a role of the scenario. */
  role: string
  /** Root group of the user's scope; 0 is everything. */
  nodeId: number
  password: string
  type?: number
  firstProcess?: number
  singleLogin?: boolean
  email?: string
  phoneNumber?: string
  /** Login name of the account that created it. */
  creator?: string
  /** Function mask; left out: the platform's own. */
  systemFunction?: number
  point?: { latitude: number; longitude: number; zoom?: number }
}

export type SeedRole = { name: string; type: number; permission: readonly string[] }

/**
 * Puts a scenario's roles and accounts into an empty platform (a platform with accounts is left alone). Throws when
 * an account names a role that there is not.
 */
export async function seedAccounts(
  store: Store,
  seed: { roles: readonly SeedRole[]; users: readonly SeedUser[] },
  passwordDigest: PasswordDigest,
): Promise<void> {
  if (queryBuilder(store.read).select({ id: users.id }).from(users).limit(1).get()) return
  const roles = seed.roles.map((role, index) => ({ ...role, id: index + 1 }))
  // One stretching for each different password: demo accounts share theirs, and the file that names it is public.
  const stretched = new Map<string, Promise<StretchedPassword>>()
  for (const { password } of seed.users) {
    if (!stretched.has(password)) stretched.set(password, stretchPassword(digestOf(password, passwordDigest)))
  }
  const accounts = await Promise.all(
    seed.users.map(async (user) => {
      const role = roles.find(({ name }) => name === user.role)
      const password = await stretched.get(user.password)
      if (!role || !password) throw new Error(`Account ${user.loginName}: there is no role ${user.role}`)
      return {
        loginName: user.loginName,
        name: user.name,
        roleId: role.id,
        nodeId: user.nodeId,
        type: user.type ?? 1,
        firstProcess: user.firstProcess ?? 1,
        singleLogin: user.singleLogin ?? false,
        creatorId: null,
        creatorLoginName: user.creator,
        email: user.email ?? '',
        phoneNumber: user.phoneNumber ?? '',
        config: JSON.stringify(user.point ? { point: user.point } : {}),
        systemFunction: user.systemFunction ?? null,
        password,
      }
    }),
  )
  await store.write('users.seed', { roles, users: accounts })
}
