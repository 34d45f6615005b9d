import { isTrackingParameter } from '../../../core/tracking-parameters.ts'

/** @param address absolute @returns the address without those parameters, otherwise unchanged, and their number */
export function withoutTracking(address: string): { readonly address: string; readonly removed: number } {
  const [, before = address, query, hash = ''] = /^([^?#]*)\?([^#]*)(#.*)?$/s.exec(address) ?? []
  if (query === undefined) return { address, removed: 0 }
  const parts = query.split('&')
  const retained = parts.filter((part) => !isTrackingParameter(nameOf(part)))
  const removed = parts.length - retained.length
  if (removed === 0) return { address, removed }
  return { address: `${before}${retained.length > 0 ? `?${retained.join('&')}` : ''}${hash}`, removed }
}

const nameOf = (part: string): string => part.replace(/^amp;/, '').replace(/=.*$/s, '')
