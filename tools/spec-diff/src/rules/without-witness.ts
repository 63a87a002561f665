/** Breaking differences that no message can show, with the reason. */
export const withoutWitness: Readonly<Record<string, string>> = {
  'discriminator-changed': 'the same message is valid; its form is told by another field',
  'discriminator-value-removed': 'a validator does not read discriminators',
  'content-encoding-changed': 'a validator does not decode texts',
  'property-removed': 'the field was optional before, so a response without it was valid',
  'write-only-set': 'the field was optional before, so a response without it was valid',
}
