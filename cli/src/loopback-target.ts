import { UserError } from './user-error.ts'

/** Whether an address is this machine's own. */
export function isLoopbackHost(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  return (
    name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127\.\d+\.\d+\.\d+$/.test(name)
  )
}

/** Throws a UserError when a load would go to a machine that the user did not declare as theirs. */
export function requireOwnTarget(host: string, isOwn: boolean | undefined): void {
  if (isOwn || isLoopbackHost(host)) return
  throw new UserError(`${host} is not this machine. If you own it and may load it, give --i-own-this-target.`)
}
