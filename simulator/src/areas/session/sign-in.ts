import { MINUTE_MS } from '@backlot/contract/time'
import type { HostClock } from '../../kernel/clock.ts'
import { refusal } from '../../kernel/refusal.ts'
import { AddressLimit } from './address-limit.ts'
import type { Lockouts } from './lockouts.ts'
import type { AccountsPort, SignInAccount } from './ports.ts'
import type { VerifyCodes } from './verify-codes.ts'

export type SignInRequest = { loginName: string; password: string; verifycode: string; verifyKey: string }

/**
 * Checks a sign-in: verify code first (used up either way), then lock, then password. Throws verifyCodeExpired,
 * verifyCodeWrong, accountLocked, wrongCredentials, oneTimePasswordExpired or tooManyRequests. An account that there is
 * not takes as long and locks as one that there is.
 */
export function createSignIn(deps: {
  accounts: AccountsPort
  lockouts: Lockouts
  verifyCodes: VerifyCodes
  hostClock: HostClock
}): (request: SignInRequest, address: string) => Promise<SignInAccount> {
  const { accounts, lockouts, verifyCodes } = deps
  const addresses = new AddressLimit(() => deps.hostClock.now())

  return async (request, address) => {
    const { loginName } = request
    if (addresses.mustWait(address, loginName)) throw refusal('tooManyRequests', 'tooManySignIns')
    const refuseWhenLocked = () => {
      const remainingMs = lockouts.remainingMs(loginName)
      if (remainingMs === 0) return
      throw refusal('accountLocked', 'accountLocked', {
        minutes: Math.ceil(remainingMs / MINUTE_MS),
      })
    }
    const code = verifyCodes.use(request.verifyKey, request.verifycode)
    if (code !== 'right') {
      addresses.fail(address)
      const key = code === 'expired' ? 'verifyCodeExpired' : 'verifyCodeWrong'
      throw refusal(key, key, {}, 'verifycode')
    }
    if (!accounts.hasDigestForm(request.password)) {
      throw refusal('invalid', 'passwordForm', {}, 'password')
    }
    refuseWhenLocked()
    const account = accounts.byLoginName(loginName)
    const right = await accounts.passwordMatches(account, request.password)
    // Others may have tried in the meantime.
    refuseWhenLocked()
    if (!account || !right) {
      addresses.fail(address)
      await lockouts.fail(loginName, account !== undefined)
      refuseWhenLocked()
      throw refusal('wrongCredentials', 'wrongCredentials')
    }
    if (account.locked) throw refusal('accountLocked', 'accountDisabled')
    if (account.oneTimeUntilMs !== null && deps.hostClock.now() > account.oneTimeUntilMs) {
      throw refusal('oneTimePasswordExpired', 'oneTimePasswordExpired')
    }
    await lockouts.clear(loginName)
    addresses.succeed(address, loginName)
    return account
  }
}
