import type { Stage } from './stage.ts'

/** One picture: its subject, and how a page gets there. */
export type Shot = {
  name: string
  /** Taken at 1920 × 1080 too. */
  large?: boolean
  /** Who is signed in; left out: the administrator; null: nobody. */
  account?: string | null
  /** Its name among the README's pictures, and the theme that it has there; the site shows both. */
  readme?: { name: string; theme: 'dark' | 'light' }
  /** Brings the page to the subject. */
  prepare(stage: Stage): Promise<void>
}
