/** A person who can sign in with the provider. */
export interface OidcAccount {
  readonly sub: string;
  readonly email: string;
  readonly givenName: string;
  readonly familyName: string;
  /** Default true. Google says so of the address, Microsoft says nothing. */
  readonly emailVerified?: boolean;
}

export function fullName({ givenName, familyName }: OidcAccount): string {
  return `${givenName} ${familyName}`.trim();
}
