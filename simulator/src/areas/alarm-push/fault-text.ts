import type { PushFault } from '@backlot/contract/alarm-push/entities'
import type { Language } from '../../kernel/language.ts'
import { type MessageKey, message } from '../../kernel/messages.ts'

const TEXTS: Readonly<Record<PushFault, MessageKey>> = {
  url: 'pushFaultUrl',
  hostNotAllowed: 'pushFaultHost',
  addressNotAllowed: 'pushFaultAddress',
  ownPort: 'pushFaultOwnPort',
  portNotAllowed: 'pushFaultPort',
  notResolved: 'pushFaultResolve',
  connect: 'pushFaultConnect',
  tls: 'pushFaultTls',
  timeout: 'pushFaultTimeout',
  redirect: 'pushFaultRedirect',
  status: 'pushFaultStatus',
  answer: 'pushFaultAnswer',
  ruleGone: 'pushFaultRuleGone',
  ownerMayNot: 'pushFaultOwner',
}
const URL_TEXTS: Readonly<Record<string, MessageKey>> = {
  form: 'pushUrlForm',
  scheme: 'pushUrlScheme',
  credentials: 'pushUrlCredentials',
}

/** Text for the reason why a request failed; empty when it did not. */
export function faultText(
  {
    fault,
    detail,
    httpStatus,
  }: { fault: PushFault | null; detail: string | null; httpStatus: number | null },
  language: Language,
): string {
  if (fault === null) return ''
  const key = (fault === 'url' && URL_TEXTS[detail ?? '']) || TEXTS[fault]
  return message(key, language, { detail: detail ?? '', status: httpStatus ?? '' }).trim()
}
