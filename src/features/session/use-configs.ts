import { useUnit } from 'effector-react'
import { useEffect } from 'react'
import type { Configs } from '../../contract/status.ts'
import { $configs, configsRequested } from '../../model/session/index.ts'

/** The server's public configuration, requested if it is not there; null until the server has responded. */
export function useConfigs(): Configs | null {
  const { configs, requested } = useUnit({ configs: $configs, requested: configsRequested })
  useEffect(() => {
    if (configs === null) requested()
  }, [configs, requested])
  return configs
}
