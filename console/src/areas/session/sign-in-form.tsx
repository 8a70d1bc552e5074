import { CODES } from '@backlot/contract/codes'
import { login } from '@backlot/contract/session/calls'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useIsPhone } from '../../components/use-media-query.ts'
import { rulesOf } from '../../features/table-screen/field-rules.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { PlatformReplyError } from '../../platform/platform-reply-error.ts'
import { useSession } from '../../session/session-store.ts'
import { AgainIcon, EyeIcon, WarnIcon } from './icons.tsx'
import { firstWrongField, type SignInErrors, type SignInField, signInErrors } from './sign-in-rules.ts'
import { useVerifyCode } from './use-verify-code.ts'

const EMPTY = { loginName: '', password: '', verifycode: '' }
const { maxLength: CODE_MAX } = rulesOf(login.body.shape.verifycode)
const CODE_TROUBLE: readonly number[] = [CODES.verifyCodeWrong, CODES.verifyCodeExpired]

/** The form itself. `notice`: why the operator was sent here. */
export function SignInForm({ notice, onSignedIn }: { notice: string | undefined; onSignedIn: () => void }) {
  const t = useText('session')
  const signIn = useSession((session) => session.signIn)
  const [entry, setEntry] = useState(EMPTY)
  const [errors, setErrors] = useState<SignInErrors>({})
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [visible, setVisible] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const [code, renewCode] = useVerifyCode()
  const form = useRef<HTMLFormElement>(null)
  const isPhone = useIsPhone()

  useEffect(() => {
    form.current?.querySelector('input')?.focus()
  }, [])

  const focus = (field: SignInField) =>
    form.current?.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus()

  const change = (field: SignInField, value: string) => {
    setEntry((before) => ({ ...before, [field]: value }))
    setErrors((before) => ({ ...before, [field]: undefined }))
    setRefusal(undefined)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const found = signInErrors(entry, code.state !== 'none')
    setErrors(found)
    const wrong = firstWrongField(found)
    if (wrong) {
      focus(wrong)
      return
    }
    if (code.state !== 'shown' && code.state !== 'none') {
      renewCode()
      return
    }
    setBusy(true)
    setRefusal(undefined)
    try {
      await signIn({
        loginName: entry.loginName.trim(),
        password: entry.password,
        verifycode: entry.verifycode.trim(),
        verifyKey: code.state === 'shown' ? code.verifyKey : '',
      })
      onSignedIn()
    } catch (error) {
      setBusy(false)
      setRefusal(errorText(error))
      setEntry((before) => ({ ...before, verifycode: '' }))
      renewCode()
      const aboutCode = error instanceof PlatformReplyError && CODE_TROUBLE.includes(error.code)
      focus(aboutCode ? 'verifycode' : 'password')
    }
  }

  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))

  /** The key of a phone's keyboard that is labelled as the next one. */
  const toNextEmpty = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return
    const inputs = [...(form.current?.querySelectorAll('input') ?? [])]
    const next = inputs[inputs.indexOf(event.currentTarget) + 1]
    if (next?.value !== '') return
    event.preventDefault()
    next.focus()
  }

  const field = (
    name: SignInField,
    props: {
      type?: string
      autoComplete: string
      enterKeyHint: 'next' | 'go'
      maxLength?: number | undefined
      onKeyUp?: (event: KeyboardEvent) => void
    },
  ) => {
    const error = errors[name]
    return (
      <input
        id={`sign-in-${name}`}
        name={name}
        value={entry[name]}
        onChange={(event) => change(name, event.target.value)}
        aria-invalid={error !== undefined}
        aria-describedby={error ? `sign-in-${name}-error` : undefined}
        spellCheck={false}
        autoCapitalize="none"
        autoCorrect="off"
        onKeyDown={isPhone ? toNextEmpty : undefined}
        {...props}
      />
    )
  }
  const problem = (name: SignInField) => {
    const error = errors[name]
    return error ? (
      <p className="sign-in-error" id={`sign-in-${name}-error`}>
        {t(error)}
      </p>
    ) : null
  }
  const said = refusal ?? notice

  return (
    <form ref={form} onSubmit={submit} noValidate>
      <div aria-live="polite">
        {said && (
          <p className="sign-in-refusal" role="alert" data-kind={refusal ? 'refusal' : 'notice'}>
            <WarnIcon />
            <span>{said}</span>
          </p>
        )}
      </div>

      <label htmlFor="sign-in-loginName">{t('loginName')}</label>
      <div className="sign-in-field">
        {field('loginName', { autoComplete: 'username', enterKeyHint: 'next' })}
      </div>
      {problem('loginName')}

      <label htmlFor="sign-in-password">{t('password')}</label>
      <div className="sign-in-field">
        {field('password', {
          onKeyUp: watchCapsLock,
          type: visible ? 'text' : 'password',
          autoComplete: 'current-password',
          enterKeyHint: code.state === 'none' ? 'go' : 'next',
        })}
        <button
          type="button"
          className="sign-in-eye"
          aria-label={visible ? t('hidePassword') : t('showPassword')}
          aria-pressed={visible}
          onClick={() => setVisible(!visible)}
        >
          <EyeIcon open={visible} />
        </button>
      </div>
      {problem('password')}
      {capsLock && <p className="sign-in-hint">{t('capsLock')}</p>}

      {code.state !== 'none' && (
        <>
          <label htmlFor="sign-in-verifycode">{t('verifycode')}</label>
          <div className="sign-in-code">
            <div className="sign-in-field">
              {field('verifycode', { autoComplete: 'off', maxLength: CODE_MAX, enterKeyHint: 'go' })}
            </div>
            <button
              type="button"
              className="sign-in-picture"
              aria-label={code.state === 'failed' ? t('verifycodeFailed') : t('verifycodePicture')}
              title={code.state === 'failed' ? t('verifycodeFailed') : t('verifycodePicture')}
              onClick={() => {
                renewCode()
                focus('verifycode')
              }}
            >
              {code.state === 'shown' && <img src={code.image} alt="" />}
              {code.state === 'loading' && <span className="visually-hidden">{t('verifycodeLoading')}</span>}
              {code.state === 'failed' && <AgainIcon />}
            </button>
          </div>
          {problem('verifycode')}
          {code.state === 'failed' && <p className="sign-in-error">{errorText(code.error)}</p>}
        </>
      )}

      <button type="submit" className="sign-in-submit" aria-disabled={busy} data-busy={busy}>
        {busy ? t('submitting') : t('submit')}
      </button>
    </form>
  )
}
