// npm run e2e [-- playwright arguments]: the browser tests alone, on a fresh build.
import { runWithChromium } from './with-chromium.mjs'

runWithChromium('The browser tests need', 'playwright', [
  'test',
  '--config',
  'tests/playwright.config.ts',
  ...process.argv.slice(2),
])
