# One ONVIF operation for each line of standard input, by the client of ZoneMinder (package ONVIF::Client), whose classes
# are made from the WSDL: it refuses what those do not know.
#   perl -I <folder of its modules> onvif-zoneminder.pl <device service> <SOAP version> <user> <password>
# A line is [service, operation, parameters]; the answer's line has `answer`, or `fault`.
use strict;
use warnings;
use JSON::PP;
require ONVIF::Client;

my ($url, $version, $user, $password) = @ARGV;
my $client = ONVIF::Client->new({ url_svc_device => $url, soap_version => $version });
$client->set_credentials($user, $password, 0);
$client->create_services();
my $json = JSON::PP->new->allow_nonref;
$| = 1;
while (my $line = <STDIN>) {
  my ($service, $operation, $parameters) = @{ $json->decode($line) };
  my $port = $client->get_endpoint($service) or die "no service $service\n";
  my $answer = $port->$operation($parameters);
  # Its faults are false.
  my $said = $answer ? { answer => $answer->as_hash_ref() } : { fault => '' . $answer->get_faultstring() };
  print $json->encode($said), "\n";
}
