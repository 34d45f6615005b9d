/** Vitest's setup before each file of a shared process: resets i18next, which is one object, as in a new process. */
import i18next from 'i18next'

// All but the listeners: modules of the reader listen from their first import on, which is not repeated.
const isState = ([name, value]: [string, unknown]) => name !== 'observers' && typeof value !== 'function'
for (const [name] of Object.entries(i18next).filter(isState)) Reflect.deleteProperty(i18next, name)
Object.assign(i18next, Object.fromEntries(Object.entries(i18next.createInstance()).filter(isState)))
