import type { Access, AnyCall } from '@backlot/contract/call'
import { hasCapability } from '@backlot/contract/capabilities'
import { BEFORE_PASSWORD_CHANGE } from '@backlot/contract/session/calls'
import { message } from '../kernel/messages.ts'
import { PlatformError } from '../kernel/platform-error.ts'
import type { Caller } from './route.ts'
import { isEverything } from './scope-key.ts'

/** Whether the permission list and the function mask grant an access. Throws notPermitted or notLicensed. */
export function checkGrant(
  access: Access,
  caller: Pick<Caller, 'permission' | 'systemFunction' | 'language'>,
): void {
  if (access.kind !== 'routes') return
  if (!access.routes.some((path) => caller.permission.has(path))) {
    throw new PlatformError('notPermitted', message('notPermitted', caller.language))
  }
  if (access.anyOf && !access.anyOf.some((capability) => hasCapability(caller.systemFunction, capability))) {
    throw new PlatformError('notLicensed', message('notLicensed', caller.language))
  }
}

/** Whether a call may be made before a one-time password is changed, or need not wait for that. Throws passwordMustChange. */
export function checkPassword(
  { name }: Pick<AnyCall, 'name'>,
  caller: Pick<Caller, 'mustChangePassword' | 'language'>,
): void {
  if (!caller.mustChangePassword || BEFORE_PASSWORD_CHANGE.has(name)) return
  throw new PlatformError('passwordMustChange', message('passwordMustChange', caller.language))
}

/**
 * Checks that a call changes no more than its caller may: things that all groups share are for unlimited accounts.
 * Throws notPermitted.
 */
export function checkReach(
  { changes }: Pick<AnyCall, 'changes'>,
  caller: Pick<Caller, 'scope' | 'language'>,
): void {
  if (changes !== 'platform' || isEverything(caller.scope)) return
  throw new PlatformError('notPermitted', message('platformWide', caller.language))
}

/** Whether an access is granted, where a refusal is not an error. */
export function isGranted(
  access: Access,
  { permission, systemFunction }: Pick<Caller, 'permission' | 'systemFunction'>,
): boolean {
  if (access.kind !== 'routes') return true
  const { routes, anyOf } = access
  return (
    routes.some((path) => permission.has(path)) &&
    (!anyOf || anyOf.some((capability) => hasCapability(systemFunction, capability)))
  )
}
