/** The worker in which the language service runs. */
import { createTypeService } from './language-service.ts'
import type { TypeRequest, TypeResponse } from './messages.ts'
import type { TypeService } from './type-service.ts'

type Messages = Readonly<Record<string, string>>
/** TypeScript's messages by the languages of the interface; those in English are its own. */
const translations: Readonly<Record<string, () => Promise<{ readonly default: Messages }>>> = {
  ja: () => import('typescript-js/lib/ja/diagnosticMessages.generated.json'),
  'zh-CN': () => import('typescript-js/lib/zh-cn/diagnosticMessages.generated.json'),
  'zh-TW': () => import('typescript-js/lib/zh-tw/diagnosticMessages.generated.json'),
}

async function serviceIn(language: string): Promise<TypeService> {
  // Without a connection they may be missing: English is better than nothing.
  const messages = await translations[language]?.().catch(() => undefined)
  return createTypeService(messages?.default)
}

let service: Promise<TypeService> | null = null

addEventListener('message', ({ data }: MessageEvent<TypeRequest>) => {
  service ??= serviceIn(data.language)
  void respond(service, data)
})

async function respond(opened: Promise<TypeService>, { id, name, input }: TypeRequest): Promise<void> {
  const send = (response: TypeResponse) => postMessage(response)
  try {
    const call = (await opened)[name] as (...input: unknown[]) => unknown
    send({ id, output: call(...input) })
  } catch (error) {
    send({ id, failure: String(error) })
  }
}
