import { MINUTE_MS } from '@backlot/contract/time'
import type { HostClock } from '../../timeline/clock.ts'
import type { Language } from '../language.ts'
import { refusal } from '../refusal.ts'
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
}): (request: SignInRequest, address: string, language: Language) => Promise<SignInAccount> {
  const { accounts, lockouts, verifyCodes } = deps
  const addresses = new AddressLimit(() => deps.hostClock.now())

  return async (request, address, language) => {
    const { loginName } = request
    if (addresses.mustWait(address, loginName)) throw refusal('tooManyRequests', 'tooManySignIns', language)
    const refuseWhenLocked = () => {
      const remainingMs = lockouts.remainingMs(loginName)
      if (remainingMs === 0) return
      throw refusal('accountLocked', 'accountLocked', language, {
        minutes: Math.ceil(remainingMs / MINUTE_MS),
      })
    }
    const code = verifyCodes.use(request.verifyKey, request.verifycode)
    if (code !== 'right') {
      addresses.fail(address)
      const key = code === 'expired' ? 'verifyCodeExpired' : 'verifyCodeWrong'
      throw refusal(key, key, language, {}, 'verifycode')
    }
    if (!accounts.hasDigestForm(request.password)) {
      throw refusal('invalid', 'passwordForm', language, {}, 'password')
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
      throw refusal('wrongCredentials', 'wrongCredentials', language)
    }
    if (account.locked) throw refusal('accountLocked', 'accountDisabled', language)
    if (account.oneTimeUntilMs !== null && deps.hostClock.now() > account.oneTimeUntilMs) {
      throw refusal('oneTimePasswordExpired', 'oneTimePasswordExpired', language)
    }
    await lockouts.clear(loginName)
    addresses.succeed(address, loginName)
    return account
  }
}
