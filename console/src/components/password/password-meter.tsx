import { passwordStrength } from './password-rules.ts'
import './password-meter.css'

/** Four bars that fill as a typed password becomes stronger. The rules are beside it as text. */
export function PasswordMeter({ password }: { password: string }) {
  return (
    <div className="password-meter" data-strength={passwordStrength(password)} aria-hidden="true">
      <span />
      <span />
      <span />
      <span />
    </div>
  )
}
