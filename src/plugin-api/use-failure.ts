import { useTranslation } from '../ui/index.ts'
import { PluginRefusal } from './manifest.ts'

/**
 * A failure as a sentence.
 * @param plugin its id: a key without a namespace is one of its locales
 */
export function useFailure(plugin: string): (error: unknown) => string {
  const { t } = useTranslation([plugin, 'errors', 'app'])
  return (error) => {
    if (!(error instanceof PluginRefusal)) return t('errors:client.unknown')
    const { key, values = {}, reason } = error.text
    return [t(key, { ...values }), reason].filter(Boolean).join(' ')
  }
}
