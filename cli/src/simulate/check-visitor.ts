import type { AnyCall } from '@backlot/contract/call'
import { checkGrant, checkPassword, checkReach } from '@backlot/simulator/calls/access-check'
import type { Language } from '@backlot/simulator/kernel/language'
import type { Visitor } from './platform-visits.ts'

/**
 * Throws the PlatformError with which the platform would refuse a call to a user: by permissions, by a one-time password
 * that is not yet changed, and, of what all groups share, by the scope.
 */
export function checkVisitor(
  call: Pick<AnyCall, 'name' | 'access' | 'changes'>,
  { user }: Pick<Visitor, 'user'>,
  language: Language,
): void {
  const { systemFunction, mustChangePassword, nodeId = 0 } = user
  const permission = new Set(user.permission.map(({ target }) => target))
  checkPassword(call, { mustChangePassword, language })
  checkGrant(call.access, { permission, systemFunction, language })
  checkReach(call, { scope: { rootGroupIds: [nodeId] }, language })
}
