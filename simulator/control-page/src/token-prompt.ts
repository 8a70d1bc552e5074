import { h } from './dom.ts'
import { field, form, submit } from './forms.ts'
import { setToken } from './settings.ts'
import { t } from './words.ts'

/** Asks for the token. It stays in this tab. */
export function tokenPrompt(wasWrong: boolean, onGiven: () => void): HTMLElement {
  const given = field(t('token.label'), { type: 'password', required: true })
  if (wasWrong) given.complain(t('token.wrong'))
  const take = () => {
    const text = given.input.value.trim()
    if (text === '') return given.input.focus()
    setToken(text)
    onGiven()
  }
  queueMicrotask(() => given.input.focus())
  return h(
    'main',
    { class: 'prompt' },
    h('h1', {}, t('token.head')),
    h('p', {}, t('token.why')),
    form(take, given.box, submit(t('token.go'))),
    h('p', { class: 'note' }, t('token.where')),
  )
}
