import { createHash } from 'node:crypto'
import { ALL_CALLS } from '@backlot/contract/calls'
import { openApi } from '@backlot/contract/openapi'

/** SHA-256 of the contract's description, its first 12 hexadecimal digits: machines of one cluster have the same. */
export function contractHash(): string {
  return createHash('sha256')
    .update(JSON.stringify(openApi(ALL_CALLS, '')))
    .digest('hex')
    .slice(0, 12)
}
