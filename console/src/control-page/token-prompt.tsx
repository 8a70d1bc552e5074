import { type FormEvent, useId, useState } from 'react'
import { setToken, useControl } from './store.ts'
import { t } from './text.ts'

/** Prompts for the token. */
export function TokenPrompt() {
  const id = useId()
  const [text, setText] = useState('')
  const wasWrong = useControl((state) => state.wasWrong)
  const take = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') setToken(text.trim())
  }
  return (
    <main className="prompt">
      <h1>{t('token.head')}</h1>
      <p>{t('token.why')}</p>
      <form noValidate onSubmit={take}>
        <div className="field">
          <label htmlFor={id}>{t('token.label')}</label>
          <input
            id={id}
            type="password"
            required
            autoComplete="off"
            // biome-ignore lint/a11y/noAutofocus: there is nothing else on the page
            autoFocus
            value={text}
            onChange={({ target }) => setText(target.value)}
            aria-invalid={wasWrong || undefined}
            aria-describedby={wasWrong ? `${id}-said` : undefined}
          />
          <span className="complaint" id={`${id}-said`}>
            {wasWrong && t('token.wrong')}
          </span>
        </div>
        <button type="submit" className="primary">
          {t('token.go')}
        </button>
      </form>
      <p className="note">{t('token.where')}</p>
    </main>
  )
}
