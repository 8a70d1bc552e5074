import { isUnbounded } from '../../session/permission.ts'
import { useSession } from '../../session/session-store.ts'

/**
 * Whether the operator may grant a path to a role: permissions of the operator's own account. Type 0 without a group
 * may grant everything.
 */
export function useMayGrant(): (path: string) => boolean {
  const isSuper = useSession((session) => session.userInfo?.type === 0 && isUnbounded(session.userInfo))
  const permission = useSession((session) => session.permission)
  return (path) => isSuper || permission.has(path)
}
