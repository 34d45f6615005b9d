/** English whole, as text: as modules, these files would be in the first bundle with all that they hold. */
import app from '../../locales/en/app.json?raw'
import errors from '../../locales/en/errors.json?raw'
import lang from '../../locales/en/lang.json?raw'

type Words = Record<string, unknown>
const parsed = (text: string) => JSON.parse(text) as Words
export const all = { app: parsed(app), errors: parsed(errors), lang: parsed(lang) }
