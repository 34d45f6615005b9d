/**
 * Where the link of a verification e-mail leads. A path, because the server is not always known to itself by the host that
 * the browser uses.
 * @param to the new address, where the e-mail belongs to a change
 */
import { toBrowserPath } from '../../core/base-path.ts'
export const verifyAddress = (to?: string): string =>
  toBrowserPath(to === undefined ? '/verify-email' : `/verify-email?to=${encodeURIComponent(to)}`)
