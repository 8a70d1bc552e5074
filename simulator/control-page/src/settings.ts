/** What a person chose for this page. The token is kept for the tab, the rest for good. */
const TOKEN_KEY = 'backlot.control.token'
const LANGUAGE_KEY = 'backlot.control.language'
const THEME_KEY = 'backlot.control.theme'

export type Language = 'en' | 'zh'
export type Theme = 'light' | 'dark'

/** Takes the token out of the address at once: neither history nor a bookmark keeps it. No server ever sees a fragment. */
export function takeTokenFromAddress(): void {
  const given = new URLSearchParams(location.hash.slice(1)).get('token')
  if (given === null) return
  history.replaceState(null, '', location.pathname)
  if (given !== '') setToken(given)
}

export const token = () => sessionStorage.getItem(TOKEN_KEY)
export const setToken = (value: string) => sessionStorage.setItem(TOKEN_KEY, value)
export const forgetToken = () => sessionStorage.removeItem(TOKEN_KEY)

export function language(): Language {
  const chosen = localStorage.getItem(LANGUAGE_KEY)
  if (chosen === 'en' || chosen === 'zh') return chosen
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}

export function setLanguage(value: Language): void {
  localStorage.setItem(LANGUAGE_KEY, value)
}

export function theme(): Theme {
  const chosen = localStorage.getItem(THEME_KEY)
  if (chosen === 'light' || chosen === 'dark') return chosen
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

export function setTheme(value: Theme): void {
  localStorage.setItem(THEME_KEY, value)
}
