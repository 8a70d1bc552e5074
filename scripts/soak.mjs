// npm run soak [-- --minutes 20 --cut-every 30 --windows 16]: sixteen windows for a long time on a fresh build.
import { runWithChromium } from './with-chromium.mjs'

runWithChromium('The soak needs', 'tsx', ['--conditions=source', 'scripts/soak.ts', ...process.argv.slice(2)])
