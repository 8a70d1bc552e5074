# An FTP server of pyftpdlib: FOLDER BYTES_PER_SECOND; prints its port.
import sys

from pyftpdlib.authorizers import DummyAuthorizer
from pyftpdlib.handlers import FTPHandler, ThrottledDTPHandler
from pyftpdlib.servers import FTPServer

authorizer = DummyAuthorizer()
authorizer.add_user("fleet", "secret", sys.argv[1], perm="elradfmw")


class Throttled(ThrottledDTPHandler):
    read_limit = int(sys.argv[2])


FTPHandler.authorizer = authorizer
FTPHandler.dtp_handler = Throttled
server = FTPServer(("127.0.0.1", 0), FTPHandler)
print(server.address[1], flush=True)
server.serve_forever()
