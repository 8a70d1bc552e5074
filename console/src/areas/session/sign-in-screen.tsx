import { Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import { useThemeMode } from '../../components/theme/use-theme-mode.ts'
import { changeLanguage, type TextKey, useLanguage, useText } from '../../language/language.ts'
import { setSetting } from '../../platform/settings-store.ts'
import { usePageTitle } from '../../session/page-title.ts'
import { useSession } from '../../session/session-store.ts'
import { MoonIcon, SunIcon } from './icons.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SkylinePicture } from './skyline-picture.tsx'
import './sign-in-screen.css'

const REASONS = ['no_permission', 'deleted', 'updated', 'kickedOut', 'idle', 'expired'] as const

/** Why the operator was sent here (`?reason=`), as a text key. */
function reasonKey(reason: string | null): TextKey<'session'> | undefined {
  const known = REASONS.find((name) => name === reason)
  return known && `reason.${known}`
}

/** Signing in: the city on one side, the form on the other. */
export function SignInScreen() {
  const t = useText('session')
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const language = useLanguage()
  const [mode, setMode] = useThemeMode()
  const signedIn = useSession((session) => session.userInfo !== undefined)
  const reason = reasonKey(search.get('reason'))

  usePageTitle(t('title'))

  if (signedIn) return <Navigate to={search.get('to') ?? '/'} replace />

  const switchLanguage = () => {
    const next = language === 'zh' ? 'en' : 'zh'
    setSetting('lang', next)
    void changeLanguage(next)
  }

  return (
    <div className="sign-in">
      <aside className="sign-in-scene">
        <SkylinePicture />
        <div className="sign-in-brand">
          <img src="./mark.svg" alt="" width={34} height={34} />
          <span>Backlot</span>
        </div>
        <p className="sign-in-tagline">{t('tagline')}</p>
      </aside>
      <main className="sign-in-side">
        <nav className="sign-in-switches">
          <button
            type="button"
            onClick={switchLanguage}
            title={t('languageLabel')}
            lang={language === 'zh' ? 'en' : 'zh-CN'}
          >
            {t('language')}
          </button>
          <button
            type="button"
            onClick={() => setMode(mode === 'dark' ? 'light' : 'dark')}
            aria-label={mode === 'dark' ? t('toLight') : t('toDark')}
            title={mode === 'dark' ? t('toLight') : t('toDark')}
          >
            {mode === 'dark' ? <SunIcon /> : <MoonIcon />}
          </button>
        </nav>
        <div className="sign-in-panel">
          <h1>{t('title')}</h1>
          <SignInForm
            notice={reason && t(reason)}
            onSignedIn={() => navigate(search.get('to') ?? '/', { replace: true })}
          />
        </div>
      </main>
    </div>
  )
}
