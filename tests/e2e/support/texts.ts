import en from '../../../console/src/language/en/session.ts'
import zh from '../../../console/src/language/zh/session.ts'

export type TestLanguage = 'en' | 'zh'

/** The sign-in page's texts, as the console has them. */
export function signInTexts(language: TestLanguage): typeof en {
  return language === 'en' ? en : zh
}
