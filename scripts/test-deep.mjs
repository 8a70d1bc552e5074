// npm run test:deep: what takes long and breaks seldom: a slice of every benchmark, the package installed in empty
// folders with its examples, a minute of the wall and of the map under load.
import { runSteps } from './steps.mjs'
import { browserStep, vitestStep } from './whole-steps.mjs'
import { browserEnvironment } from './with-chromium.mjs'

const env = await browserEnvironment('npm run test:deep')
runSteps([vitestStep('deep', env), browserStep('soak', env)])
