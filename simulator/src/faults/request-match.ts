import type { FaultTarget } from '@backlot/contract/control/fault-calls'
import type { RequestSeen } from './http-faults.ts'

/**
 * Whether a request is meant by a target: one of its paths (`*` is anything) and one of its accounts. Without paths all
 * requests to the platform are meant.
 */
export function requestMatcher(target: FaultTarget): (request: RequestSeen) => boolean {
  const paths = target.paths?.map(patternOf)
  const accounts = accountMatcher(target)
  return (request) =>
    (paths ? paths.some((pattern) => pattern.test(request.path)) : !request.isForCamera) &&
    (target.accounts === undefined || accounts(request.account()))
}

/** Whether an account is meant: login names in any case; every account when none is named. */
export function accountMatcher(target: FaultTarget): (loginName: string | undefined) => boolean {
  const names = target.accounts && new Set(target.accounts.map((name) => name.toLowerCase()))
  return (loginName) => !names || (loginName !== undefined && names.has(loginName.toLowerCase()))
}

function patternOf(text: string): RegExp {
  const parts = text.split('*').map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`)
}
