// npm run gallery [-- --out folder | --readme] [--only pattern] [--look en-dark]: a PNG of every screen and dialog.
import { runWithChromium } from './with-chromium.mjs'

await runWithChromium('npm run gallery', 'tsx', [
  '--conditions=source',
  'scripts/gallery/gallery.ts',
  ...process.argv.slice(2),
])
